const { shown } = require("./shown.js");

shown({ heed: require("heed"), lab: require("heed/lab"), threads: require("heed/threads"), worker: require("heed/worker") }).then(console.log);
